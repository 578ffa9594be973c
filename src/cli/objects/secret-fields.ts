/** Where a Secret keeps its values. */
export const SECRET_FIELDS = ["data", "stringData"] as const;
