/** How text is coloured; a caller passes its own, so that this layer needs no package. */
export interface Palette {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const same = (text: string): string => text;

/** No colours. */
export const plain: Palette = { bold: same, dim: same, red: same, green: same, yellow: same };
