import type { Metadata } from 'next'
import { serviceName } from '@/lib/env'

const EXCERPT_CHARS_MAX = 160

/** The beginning of people's words, on one line. */
export function excerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length > EXCERPT_CHARS_MAX
    ? `${characters.slice(0, EXCERPT_CHARS_MAX - 1).join('')}…`
    : characters.join('')
}

/** How a record's page introduces itself to search engines and to whoever shares its address. */
export function recordMetadata({
  path,
  title,
  description,
}: {
  path: string
  title: string
  description: string
}): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: { siteName: serviceName(), title, description, url: path, type: 'article' },
  }
}
