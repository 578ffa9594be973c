/** Waits are short, bounds are wide: the machine may be busy. */
export const RETRY = { tries: 6, backoffMs: 5, maxBackoffMs: 50, requestMs: 2000, deadlineMs: 20_000 };
