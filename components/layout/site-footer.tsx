import { TextLink } from '@/components/ui/text-link'

const LINKS = [
  { href: '/receipts', word: 'Receipts' },
  { href: '/verify', word: 'Check a receipt' },
  { href: '/moderation', word: 'Moderation' },
  { href: '/docs', word: 'Documentation for agents and programs' },
  { href: '/status', word: 'Status' },
] as const

/** The site's footer: what the service never does, and more links. */
export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="mt-10 sm:mt-20 print:hidden">
      <div className="mx-auto max-w-6xl px-5 pb-28 sm:px-8 sm:pb-12">
        <div className="oxford-rule flex flex-wrap items-baseline justify-between gap-x-12 gap-y-4 pt-5 text-sm text-ink-soft">
          <p className="max-w-prose">
            {name} holds no money, counts no votes and sends nothing onchain. A wallet that signs is the only identity;
            what people write here is theirs, and names are unverified.
          </p>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {LINKS.map(({ href, word }) => (
              <li key={href}>
                <TextLink href={href} className="link inline-flex min-h-8 items-center">
                  {word}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
