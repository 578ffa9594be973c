// @ts-check
// Processor time, and how it grows.

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The processor time of a piece of work, in microseconds. @param {() => void} work */
export function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** How many calls take at least so long, in microseconds, once the function is warm. @param {() => void} work @param {number} least */
export function callsFor(work, least) {
  let warm = cpuOf(work) >= least;
  for (let calls = 1; ; calls *= 2) {
    const spent = cpuOf(() => repeat(work, calls));
    if (spent < least) continue;
    if (warm) return Math.max(1, Math.ceil((calls * least) / spent));
    warm = true;
    calls = 0.5;
  }
}

/** @param {() => void} work @param {number} times */
export function repeat(work, times) {
  for (let time = 0; time < times; time++) work();
}

/**
 * The exponent of the cost: the slope of a straight line through the upper half of the sizes, both axes logarithmic.
 * @param {readonly { readonly size: number, readonly time: number }[]} points in the order of their sizes
 */
export function exponentOf(points) {
  const upper = points
    .slice(points.length - (points.length >> 1))
    .map(({ size, time }) => [Math.log(size), Math.log(time)]);
  const [x, y] = [mean(upper.map(([size = 0]) => size)), mean(upper.map(([, time = 0]) => time))];
  const over = upper.reduce((sum, [size = 0, time = 0]) => sum + (size - x) * (time - y), 0);
  return over / upper.reduce((sum, [size = 0]) => sum + (size - x) ** 2, 0);
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
