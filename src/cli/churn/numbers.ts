const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const THREE = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A whole number, its thousands apart. */
export function grouped(count: number): string {
  return WHOLE.format(count);
}

/** A number with its noun, whose plural is regular: `1 write`, `1,200 writes`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A rate, to three significant digits; from 1000 on whole. */
export function rateText(rate: number): string {
  return rate >= 1000 ? WHOLE.format(rate) : THREE.format(rate);
}

/** A length of time for people, to three significant digits. */
export function durationText(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${rateText(seconds * 1000)} ms`;
  if (seconds < 90) return `${rateText(seconds)} s`;
  if (seconds < 5400) return `${rateText(seconds / 60)} min`;
  return seconds < 172_800 ? `${rateText(seconds / 3600)} h` : `${rateText(seconds / 86_400)} days`;
}
