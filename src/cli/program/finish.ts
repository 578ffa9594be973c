/** Takes the exit code of a command. */
export type Finish = (code: number) => void;
