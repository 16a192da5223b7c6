import { cn } from "@/lib/cn";
import { markup, type Markup } from "@/lib/markup/markup";

// Class colours of Regulation (EU) 2017/1369, annex.
const colours: Record<string, string> = {
  A: "#00a651",
  B: "#50b848",
  C: "#bfd730",
  D: "#fff200",
  E: "#fdb913",
  F: "#f37021",
  G: "#ed1c24",
};

// The letter is as large as the price beside it.
const sizes = { xs: "text-sm", sm: "text-base", md: "text-[1.375rem]", lg: "text-4xl" };

/** The size of the price that the arrow stands beside. */
export type ArrowSize = keyof typeof sizes;

/** The arrow with the class and its scale, as HTML. What it stands in gives it words. */
export function arrowMarkup(energyClass: string, scale = "A-G", size: ArrowSize): Markup {
  return markup`<span aria-hidden="true" class="${frame}">${arrow(energyClass, scale, size)}</span>`;
}

/** The same for where elements stand. */
export function EnergyArrow({
  energyClass,
  scale = "A-G",
  size,
}: {
  energyClass: string;
  scale?: string;
  size: ArrowSize;
}) {
  return (
    <span aria-hidden className={frame} dangerouslySetInnerHTML={{ __html: arrow(energyClass, scale, size).html }} />
  );
}

const frame =
  "inline-flex items-stretch forced-color-adjust-none border border-black bg-white align-middle leading-none";

function arrow(energyClass: string, scale: string, size: ArrowSize): Markup {
  const [best = "A", worst = "G"] = scale.split("-");
  const look = cn(
    "energy-arrow grid place-items-center border-l border-black pr-4 pl-2 font-bold text-white [clip-path:polygon(0_0,calc(100%-10px)_0,100%_50%,calc(100%-10px)_100%,0_100%)] [text-shadow:0_0_2px_#000,0_0_1px_#000]",
    sizes[size],
  );
  return markup`
    <span class="flex flex-col items-center justify-between px-1 py-0.5 text-[0.6rem] text-black">
      <span>${best}</span>
      <span class="text-[0.55rem]">↑</span>
      <span>${worst}</span>
    </span>
    <span style="background-color:${colours[energyClass] ?? "#5f6b72"};font-family:Calibri, Carlito, sans-serif" class="${look}">
      ${energyClass}
    </span>
  `;
}
