declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    requests: readonly { method: 'GET'; path: string }[]
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
