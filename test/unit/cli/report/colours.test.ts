import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const EFFECTS = [
  "nothing",
  "managed-fields",
  "times",
  "respelling",
  "flip",
  "change",
  "create",
  "delete",
  "unknown",
];

/** How colours look to whom: Machado, Oliveira and Fernandes (2009), at full severity. */
const EYES: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const style = readFileSync(new URL("../../../../src/page/style.css", import.meta.url), "utf8");

/** Linear light. */
function colourOf(name: string, theme: number): Triple {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(style)?.[1 + theme] ?? "";
  const channel = (from: number): number => {
    const value = Number.parseInt(found.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamped = (value: number): number => Math.min(1, Math.max(0, value));
const seen = (colour: Triple, eyes: Matrix): Triple => [
  clamped(dot(eyes[0], colour)),
  clamped(dot(eyes[1], colour)),
  clamped(dot(eyes[2], colour)),
];

/** Oklab: a distance in it is about how different two colours look. */
function lab(colour: Triple): Triple {
  const l = Math.cbrt(dot(colour, [0.4122214708, 0.5363325363, 0.0514459929]));
  const m = Math.cbrt(dot(colour, [0.2119034982, 0.6806995451, 0.1073969566]));
  const s = Math.cbrt(dot(colour, [0.0883024619, 0.2817188376, 0.6299787005]));
  return [
    dot([l, m, s], [0.2104542553, 0.793617785, -0.0040720468]),
    dot([l, m, s], [1.9779984951, -2.428592205, 0.4505937099]),
    dot([l, m, s], [0.0259040371, 0.7827717662, -0.808675766]),
  ];
}

function distance(a: Triple, b: Triple): number {
  const [from, to] = [lab(a), lab(b)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

describe.each([
  { name: "light", theme: 0 },
  { name: "dark", theme: 1 },
])("colours of effects, $name", ({ theme }) => {
  test.each(Object.keys(EYES))("can be told apart by %s eyes", (name) => {
    const eyes = EYES[name] as Matrix;
    const colours = EFFECTS.map((effect) => ({ effect, colour: seen(colourOf(effect, theme), eyes) }));
    const near = colours.flatMap(({ effect, colour }, index) =>
      colours
        .slice(index + 1)
        .filter((other) => distance(colour, other.colour) < 0.075)
        .map((other) => `${effect}, ${other.effect}`),
    );
    expect(near).toEqual([]);
  });

  test("stand out from the page, but for what is not known", () => {
    const light = (colour: Triple): number => dot(colour, [0.2126, 0.7152, 0.0722]) + 0.05;
    const surface = light(colourOf("surface", theme));
    const contrast = (effect: string): number => {
      const own = light(colourOf(effect, theme));
      return Math.max(own, surface) / Math.min(own, surface);
    };
    expect(EFFECTS.filter((effect) => contrast(effect) < (effect === "unknown" ? 1.9 : 2.9))).toEqual([]);
  });
});
