import { useTranslations } from "next-intl";
import type { Chat } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";

// A week that begins on a Sunday, as days are counted.
const dayOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day, 12));

/** Whether somebody answers now, and when. */
export function ChatHours({ chat }: { chat: Chat }) {
  const t = useTranslations("chat");
  const format = useFormatter();
  const weekday = (day = 0) => format.dateTime(dayOf(day), { weekday: "short", timeZone: "UTC" });
  return (
    <div className="mb-5">
      <p role="status" className={chat.open ? "font-semibold text-good" : "font-semibold"}>
        {chat.open || !chat.opensAt
          ? t("nowOpen")
          : t("opensAt", {
              date: format.dateTime(new Date(chat.opensAt), {
                weekday: "long",
                hour: "2-digit",
                minute: "2-digit",
                timeZone: chat.timeZone,
              }),
            })}
      </p>
      {chat.hours.length > 0 && (
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm">
          {chat.hours.map(({ days, opens, closes }) => (
            <div key={`${days[0]} ${opens}`} className="contents">
              <dt>{days.length > 1 ? `${weekday(days[0])} – ${weekday(days.at(-1))}` : weekday(days[0])}</dt>
              <dd className="tabular-nums">{t("span", { opens, closes })}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
