/** As many answers as are kept; a fleet uses far fewer images and quantities. */
const LIMIT = 1000;

/** A pure function of a text that keeps its answers: builders state the same few values on every reconcile. */
export function memo<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const fresh = answer(text);
    if (known.size >= LIMIT) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
