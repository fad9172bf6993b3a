// A project is a mission (docs/decisions.md#one-record-two-surfaces), and a mission has one page.

/** Redirects to the same path of the mission and keeps the query. RFC 9110 §15.4.9. */
export function GET(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return new Response(null, {
    status: 308,
    headers: { location: pathname.replace(/^\/projects/, '/missions') + search },
  })
}
