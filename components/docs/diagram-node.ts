/** The box of a state. */
export const NODE = { width: 196, height: 58 } as const
