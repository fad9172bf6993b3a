/** The short form of an address. @example shortAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // '0xd8dA…6045' */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
