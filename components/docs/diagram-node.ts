/** The box of a state. */
export const NODE = { width: 212, height: 58 } as const
