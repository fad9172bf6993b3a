import { withDeceivingNamed } from '@/lib/text/deceiving'

/** A name or title that others gave: it keeps its own direction and turns nobody else's, and shows what it hides. */
export function Name({ text }: { text: string }) {
  return <bdi>{withDeceivingNamed(text)}</bdi>
}
