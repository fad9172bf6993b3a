import { nameOf, namesFrom, olderKey, setAside, type Typist } from '@/components/forms/draft-names'
import type { FormAction } from '@/components/forms/form-action'
import { jsonIn } from '@/lib/json'

// Drafts: what was typed into forms and is not recorded yet. They are kept in this browser only, and each belongs to one
// wallet: the next wallet on the same device neither reads nor lists it.

export interface DraftPlace {
  /** The form's key, e.g. `proof:<mission id>`. */
  readonly key: string
  /** A path of this site, with the action on its page if the form belongs to one. */
  readonly path: string
  /** The heading of the page, after the title of the action. */
  readonly title: string
  /** Whether the form has a newer draft, or had one. */
  readonly isOlder: boolean
}

interface KeptDraft extends Pick<DraftPlace, 'path' | 'title'> {
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

/** What this page has read or written last of each draft. Anything else in its place is of another tab with the same form. */
const known = new Map<string, string | null>()

const isOfAnotherTab = (name: string, stored: string | null) => stored !== null && stored !== known.get(name)

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const readJson = (name: string): unknown => jsonIn(readText(name) ?? '')

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
  const name = nameOf('draft', by, key)
  const text = readText(name)
  known.set(name, text)
  const kept = jsonIn(text ?? '')
  return isKeptDraft(kept) ? kept.values : null
}

/** What the page is about, as its reader sees it: the title of the window names the site, too. */
const pageTitle = (): string => document.querySelector('main h1')?.textContent?.trim() || document.title

/**
 * Keeps what was typed on this page. What another tab has kept of the same form is not lost by it: a wallet's is set aside.
 * @param action that the form belongs to: a page may have several forms.
 */
export function keepDraft(by: Typist, key: string, values: object, action: FormAction | null = null): void {
  const name = nameOf('draft', by, key)
  try {
    const { pathname } = location
    const title = pageTitle()
    const kept: KeptDraft = action
      ? { values, path: pathname + action.hash, title: `${action.title}: ${title}` }
      : { values, path: pathname, title }
    const stored = localStorage.getItem(name)
    if (by !== null && isOfAnotherTab(name, stored)) {
      setAside(by, key)
      // Also where what follows fails, because storage is full: once is enough.
      known.set(name, stored)
    }
    const text = JSON.stringify(kept)
    localStorage.setItem(name, text)
    known.set(name, text)
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}

/** Removes a draft, and the intent beside it. */
export function removeDraft(by: Typist, key: string): void {
  try {
    localStorage.removeItem(nameOf('draft', by, key))
    localStorage.removeItem(nameOf('intent', by, key))
  } catch {
    // Storage is blocked: nothing is kept.
  }
}

/** Removes the draft of a form whose words were recorded or given up, unless another tab has kept others of the same form since. */
export function removeOwnDraft(by: Typist, key: string): void {
  const name = nameOf('draft', by, key)
  if (!isOfAnotherTab(name, readText(name))) removeDraft(by, key)
}

/** The older drafts of a form that a wallet has beside the present one, oldest first. Their names end in a time. */
function olderDrafts(by: Typist, key: string): readonly string[] {
  try {
    return namesFrom(nameOf('draft', by, olderKey(key))).sort()
  } catch {
    return []
  }
}

export const hasOlderDraft = (by: Typist, key: string): boolean => olderDrafts(by, key).length > 0

/** Puts the oldest draft of a form in the place of the present one, which is set aside. Taken again and again, each comes once. */
export function takeOlderDraft(by: Typist, key: string): void {
  const [oldest] = olderDrafts(by, key)
  if (by === null || oldest === undefined) return
  try {
    setAside(by, key)
    localStorage.setItem(nameOf('draft', by, key), localStorage.getItem(oldest) ?? '')
    localStorage.removeItem(oldest)
  } catch {
    // Storage is full: both stay where they are.
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
    if (intent && isKeptDraft(readJson(nameOf('draft', by, key)))) localStorage.setItem(name, JSON.stringify(intent))
    else localStorage.removeItem(name)
  } catch {
    // Storage is blocked or full: the intent lasts as long as the page.
  }
}

/** All drafts of a wallet, each with the place where it was typed. */
export function listDrafts(by: string): readonly DraftPlace[] {
  const prefix = nameOf('draft', by, '')
  try {
    return namesFrom(prefix)
      .sort()
      .flatMap((name) => {
        const kept = readJson(name)
        const key = name.slice(prefix.length)
        return isKeptDraft(kept)
          ? [{ key, path: kept.path, title: kept.title, isOlder: key.includes(olderKey('')) }]
          : []
      })
  } catch {
    return []
  }
}
