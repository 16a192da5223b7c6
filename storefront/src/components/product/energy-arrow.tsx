import { cn } from "@/lib/cn";

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

/** The arrow with the class and its scale. What it stands in gives it words. */
export function EnergyArrow({
  energyClass,
  scale = "A-G",
  size,
}: {
  energyClass: string;
  scale?: string;
  size: ArrowSize;
}) {
  const [best = "A", worst = "G"] = scale.split("-");
  return (
    <span aria-hidden className="inline-flex items-stretch border border-black bg-white align-middle leading-none">
      <span className="flex flex-col items-center justify-between px-1 py-0.5 text-[0.6rem] text-black">
        <span>{best}</span>
        <span className="text-[0.55rem]">↑</span>
        <span>{worst}</span>
      </span>
      <span
        style={{ backgroundColor: colours[energyClass] ?? "#5f6b72", fontFamily: "Calibri, Carlito, sans-serif" }}
        className={cn(
          "energy-arrow grid place-items-center border-l border-black pr-4 pl-2 font-bold text-white [clip-path:polygon(0_0,calc(100%-10px)_0,100%_50%,calc(100%-10px)_100%,0_100%)] [text-shadow:0_0_2px_#000,0_0_1px_#000]",
          sizes[size],
        )}
      >
        {energyClass}
      </span>
    </span>
  );
}
