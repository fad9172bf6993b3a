// Drafts: what was typed into forms and is not recorded yet. They are kept in this browser only.

const PREFIX = 'draft:'
/** Keys of the entries that say where each draft was typed. */
const PLACE_PREFIX = 'drafted-at:'

export interface DraftPlace {
  /** The form's key, e.g. `proof:<mission id>`. */
  readonly key: string
  /** A path of this site. */
  readonly path: string
  readonly title: string
}

function readJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export const readDraft = (key: string): unknown => readJson(PREFIX + key)

/** @param values null removes the draft. */
export function keepDraft(key: string, values: object | null): void {
  try {
    if (values) {
      localStorage.setItem(PREFIX + key, JSON.stringify(values))
      const place = { path: location.pathname, title: document.title }
      localStorage.setItem(PLACE_PREFIX + key, JSON.stringify(place))
    } else {
      localStorage.removeItem(PREFIX + key)
      localStorage.removeItem(PLACE_PREFIX + key)
    }
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}

const isPlace = (value: unknown): value is Omit<DraftPlace, 'key'> =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'title') === 'string' &&
  /^\/(?!\/)/.test(String(Reflect.get(value, 'path')))

/** All drafts, each with the page on which it was typed. */
export function listDrafts(): readonly DraftPlace[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PLACE_PREFIX))
      .sort()
      .flatMap((name) => {
        const place = readJson(name)
        return isPlace(place) ? [{ key: name.slice(PLACE_PREFIX.length), ...place }] : []
      })
  } catch {
    return []
  }
}
