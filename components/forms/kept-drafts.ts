import { nameOf, namesFrom, type Typist } from '@/components/forms/draft-names'

// Drafts: what was typed into forms and is not recorded yet. They are kept in this browser only, and each belongs to one
// wallet: the next wallet on the same device neither reads nor lists it.

export interface DraftPlace {
  /** The form's key, e.g. `proof:<mission id>`. */
  readonly key: string
  /** A path of this site. */
  readonly path: string
  readonly title: string
}

interface KeptDraft extends Omit<DraftPlace, 'key'> {
  readonly values: object
}

/** A request that was sent and has no answer yet. */
export interface Intent {
  /** The text of the request. */
  readonly text: string
  /** Its idempotency key. */
  readonly key: string
  /** When the key was made, by this browser's clock. */
  readonly at: number
}

function readJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

const isKeptDraft = (value: unknown): value is KeptDraft =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'values') === 'object' &&
  typeof Reflect.get(value, 'title') === 'string' &&
  /^\/(?!\/)/.test(String(Reflect.get(value, 'path')))

const isIntent = (value: unknown): value is Intent =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'text') === 'string' &&
  typeof Reflect.get(value, 'key') === 'string' &&
  typeof Reflect.get(value, 'at') === 'number'

export function readDraft(by: Typist, key: string): object | null {
  const kept = readJson(nameOf('draft', by, key))
  return isKeptDraft(kept) ? kept.values : null
}

/** @param values null removes the draft, and the intent beside it. */
export function keepDraft(by: Typist, key: string, values: object | null): void {
  try {
    if (values) {
      const kept: KeptDraft = { values, path: location.pathname, title: document.title }
      localStorage.setItem(nameOf('draft', by, key), JSON.stringify(kept))
    } else {
      localStorage.removeItem(nameOf('draft', by, key))
      localStorage.removeItem(nameOf('intent', by, key))
    }
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}

export function readIntent(by: Typist, key: string): Intent | null {
  const kept = readJson(nameOf('intent', by, key))
  return isIntent(kept) ? kept : null
}

/**
 * Keeps the last intent of a form beside its draft. Without a draft there are no words to recognise it by: the same request
 * on a later day may well be meant anew.
 * @param intent null removes it.
 */
export function keepIntent(by: Typist, key: string, intent: Intent | null): void {
  try {
    const name = nameOf('intent', by, key)
    if (intent && readDraft(by, key)) localStorage.setItem(name, JSON.stringify(intent))
    else localStorage.removeItem(name)
  } catch {
    // Storage is blocked or full: the intent lasts as long as the page.
  }
}

/** All drafts of a wallet, each with the page on which it was typed. */
export function listDrafts(by: string): readonly DraftPlace[] {
  const prefix = nameOf('draft', by, '')
  try {
    return namesFrom(prefix)
      .sort()
      .flatMap((name) => {
        const kept = readJson(name)
        return isKeptDraft(kept) ? [{ key: name.slice(prefix.length), path: kept.path, title: kept.title }] : []
      })
  } catch {
    return []
  }
}
