/** Colours as the page's styles have them now, for what is drawn and not styled. */
export interface Colors {
  readonly ink: string;
  readonly line: string;
  readonly surface: string;
  tone(name: string): string;
}

/** The colours that hold at this element, looked up by its styles' classes. */
export function withColors<T>(element: Element, use: (colors: Colors) => T): T {
  const probe = document.createElement("span");
  element.append(probe);
  const colorOf = (name: string): string => {
    probe.className = name;
    return getComputedStyle(probe).backgroundColor;
  };
  try {
    return use({
      ink: colorOf("probe-ink"),
      line: colorOf("probe-line"),
      surface: colorOf("probe-surface"),
      tone: (name) => colorOf(`tone-${name}`),
    });
  } finally {
    probe.remove();
  }
}
