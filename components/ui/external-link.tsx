import { Icon } from '@/components/ui/icon'
import { isLoopback, parseUrl } from '@/lib/url'

const PATH_CHARS_SHOWN = 44

function shortened(path: string): string {
  return path.length > PATH_CHARS_SHOWN ? `${path.slice(0, PATH_CHARS_SHOWN - 1)}…` : path
}

/** Plain http is opened only on this machine, where the sandbox community runs. */
const isOpened = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))

/**
 * A link that users entered. It always shows the domain as the browser opens it (punycode for look-alike letters). The
 * site vouches for nothing behind it.
 */
export function ExternalLink({ href, label }: { href: string; label?: string }) {
  const url = parseUrl(href)
  if (!url || !isOpened(url)) return <span className="[overflow-wrap:anywhere]">{href}</span>
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return (
    <a href={url.href} title={url.href} rel="noopener nofollow ugc" className="group inline break-words">
      {label ? <span className="link group-hover:text-green">{label}</span> : null}
      {label ? ' ' : null}
      <span className={label ? 'text-sm text-ink-soft' : ''}>
        <span className={label ? '' : 'link font-semibold group-hover:text-green'}>{url.host}</span>
        {label ? null : <span className="text-ink-soft [overflow-wrap:anywhere]">{shortened(path)}</span>}
      </span>
      <Icon name="outward" className="ml-1 inline size-3.5 align-baseline text-ink-soft" />
      <span className="sr-only"> (another site)</span>
    </a>
  )
}
