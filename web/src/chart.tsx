// A chart of uPlot in the colours of the theme, with its data as CSV.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { grouped } from "./format";
import { csv, download } from "./parts";
import { useTheme } from "./theme";

export interface Series {
  name: string;
  values: (number | null)[];
  colour: 1 | 2 | 3 | 4;
  bars?: boolean;
  points?: boolean;
}
interface Props {
  title: string;
  x: number[];
  xName: string;
  series: Series[];
  unit: string;
  /** A line across, for instance the capacity. */
  limit?: number;
  about: string;
  file: string;
  onPick?: (x: number) => void;
}

const HEIGHT = 190;
const DRAWN_EVERY_MS = 500; // drawing is most of what a block costs the page, and blocks may come much faster

function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return Number.isInteger(value) ? grouped(value) : value < 0.001 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** Ticks of an axis: short, also for small parts of a CBY. */
function tickText(tick: number): string {
  if (tick !== 0 && Math.abs(tick) < 0.00001) return tick.toExponential().replace(/(\.\d)\d*e/, "$1e");
  return compact.format(tick);
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });

export function Chart({ title, x, xName, series, unit, limit, about, file, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  const { theme } = useTheme();
  const shape = series.map((one) => `${one.name}/${one.bars}/${one.colour}`).join() + xName + unit + limit;

  const data = () => {
    const all: (number | null)[][] = [x, ...series.map((one) => one.values)];
    if (limit !== undefined) all.push(x.map(() => limit));
    return all as unknown as uPlot.AlignedData;
  };

  useEffect(() => {
    const home = box.current!;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 }, font: "12px system-ui, sans-serif" };
    const bars = uPlot.paths.bars!({ size: [0.8, 60], align: 0 });
    const drawn: uPlot.Series[] = series.map((one) => ({
      label: one.name,
      stroke: colour(`--chart-${one.colour}`),
      fill: one.bars ? colour(`--chart-${one.colour}`) : undefined,
      width: one.bars ? 0 : 1.75,
      paths: one.bars ? bars : undefined,
      points: { show: one.points ?? false, size: 5 },
      value: (_: uPlot, value: number | null) => shown(value),
    }));
    if (limit !== undefined)
      drawn.push({ label: "capacity", stroke: colour("--bad"), dash: [6, 4], width: 1.25, points: { show: false }, value: (_: uPlot, value: number | null) => shown(value) });
    const made = new uPlot(
      {
        width: Math.max(200, home.clientWidth),
        height: HEIGHT,
        padding: [10, 16, 0, 0],
        scales: { x: { time: false }, y: { range: (_u, _min, max) => [0, (Math.max(max ?? 0, limit ?? 0) || 1) * 1.08] } },
        series: [{ label: xName, value: (_: uPlot, value: number | null) => shown(value) }, ...drawn],
        axes: [
          { ...axis, size: 34, values: (_u, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? grouped(tick) : "")) },
          { ...axis, size: 58, values: (_u, ticks) => ticks.map(tickText) },
        ],
        cursor: { drag: { x: false, y: false } },
        legend: { live: true },
      },
      data(),
      home,
    );
    plot.current = made;
    made.over.addEventListener("click", () => {
      const at = made.cursor.idx;
      if (at !== null && at !== undefined) pick.current?.(made.data[0][at]);
    });
    const sized = new ResizeObserver(() => made.setSize({ width: Math.max(200, home.clientWidth), height: HEIGHT }));
    sized.observe(home);
    return () => {
      sized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, theme]);

  const drawnAt = useRef(0);
  useEffect(() => {
    const draw = () => {
      drawnAt.current = performance.now();
      plot.current?.setData(data());
    };
    const timer = setTimeout(draw, Math.max(0, drawnAt.current + DRAWN_EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [x, ...series.map((one) => one.values)]);

  const save = () => download(`${file}.csv`, csv([xName, ...series.map((one) => `${one.name} (${unit})`)], x.map((at, i) => [at, ...series.map((one) => one.values[i])])));
  return (
    <figure class="chart">
      <figcaption>
        <span>
          {title} <small>({unit})</small>
        </span>
        <button type="button" class="small" onClick={save} aria-label={`${title} as CSV`}>
          CSV
        </button>
      </figcaption>
      <div ref={box} role="img" aria-label={`${title}. ${about}`} class="plot" />
    </figure>
  );
}
