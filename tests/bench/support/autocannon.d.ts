declare module 'autocannon' {
  interface Request {
    method: 'GET'
    path: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
