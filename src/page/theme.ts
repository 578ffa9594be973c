/** The switch of themes, and paper, which is always light and shows everything. `draw` draws the plots anew. */
export function addTheme(draw: () => void): void {
  const { dataset } = document.documentElement;
  const label = document.querySelector<HTMLElement>(".theme");
  const select = label?.querySelector("select");
  if (label && select) {
    label.hidden = false;
    select.addEventListener("change", () => {
      if (select.value === "") delete dataset.theme;
      else dataset.theme = select.value;
      draw();
    });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  let closed: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const details of closed) details.open = true;
    dataset.theme = "light";
    draw();
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
    if (select?.value) dataset.theme = select.value;
    else delete dataset.theme;
    draw();
  });
}
