// @ts-check
// The growth of the cost as one picture: SVG, both axes logarithmic, a line a case.
import { LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

echarts.use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

/** Stands out on white and on black alike. */
const COLOURS = ["#d1495b", "#3a86d4", "#2a9d62", "#c77d1e", "#9a6fd0", "#159aa6", "#b8568f", "#7d8a2e"];

/** Text and axes follow the reader's theme, in a page as in an image. */
const STYLE = "<style>svg{color:#424a53}@media(prefers-color-scheme:dark){svg{color:#c9d1d9}}</style>";

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {readonly { readonly size: number, readonly time: number }[]} points time in microseconds
 * @property {boolean} [dashed] what the others are compared with
 */

/** @param {string} title @param {readonly Line[]} lines */
export function plotOf(title, lines) {
  const text = { color: "currentColor" };
  const axis = {
    type: /** @type {const} */ ("log"),
    nameLocation: /** @type {const} */ ("middle"),
    nameTextStyle: text,
    axisLabel: { ...text, formatter: shortened },
    axisLine: { show: true, lineStyle: text },
    splitLine: { lineStyle: { color: "currentColor", opacity: 0.15 } },
  };
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 860, height: 520 });
  chart.setOption({
    animation: false,
    color: COLOURS,
    title: { text: title, left: "center", textStyle: { ...text, fontSize: 15, fontWeight: "normal" } },
    legend: { type: "plain", bottom: 0, textStyle: text, itemGap: 12 },
    grid: { left: 70, right: 20, top: 40, bottom: 130 },
    xAxis: { ...axis, name: "parts of the object", nameGap: 30 },
    yAxis: { ...axis, name: "microseconds", nameGap: 50 },
    series: lines.map(({ name, points, dashed }) => ({
      type: "line",
      name,
      symbol: "circle",
      symbolSize: 5,
      silent: true,
      emphasis: { disabled: true },
      lineStyle: { width: dashed ? 1.5 : 2, type: dashed ? "dashed" : "solid" },
      data: points.map(({ size, time }) => [size, Number(time.toPrecision(4))]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg.replace(/(<svg[^>]*>)/, `$1<title>${title}</title>${STYLE}`);
}

/** @param {number} value */
function shortened(value) {
  return value >= 1000 ? `${value / 1000}k` : String(value);
}
