/** What the service never does, in one place that every page carries. */
export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="mt-20 print:hidden">
      <div className="mx-auto max-w-6xl px-5 pb-28 sm:px-8 sm:pb-12">
        <div className="oxford-rule flex flex-wrap items-baseline justify-between gap-x-12 gap-y-4 pt-5 text-sm text-ink-soft">
          <p className="max-w-prose">
            {name} holds no money, counts no votes and sends nothing onchain. A wallet that signs is the only identity;
            what people write here is theirs, and names are unverified.
          </p>
          <p>
            <a href="/api/v1/openapi.json" className="link">
              The interface for agents and programs (OpenAPI)
            </a>
          </p>
        </div>
      </div>
    </footer>
  )
}
