/** A button beside each rule that copies it. */
export function addCopying(say: (text: string) => void): void {
  for (const rule of document.querySelectorAll(".rule")) {
    const text = rule.querySelector("pre");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${text?.getAttribute("aria-label") ?? "the rule"}`);
    button.addEventListener("click", async () => {
      if (text === null) return;
      const done = await copied(text);
      button.textContent = done ? "Copied" : "Selected";
      say(done ? "The rule is copied" : "The rule is selected: copy it by the keyboard");
    });
    rule.querySelector(".file")?.append(button);
  }
}

/** True where it is in the clipboard; else it is selected, for the reader to copy. */
async function copied(element: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
