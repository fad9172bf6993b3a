// The names under which drafts are kept in this browser. Every page loads this file, because signing in takes over what was typed before.

/** Whose words they are: the address of the signed-in wallet, or null for what was typed while signed out. */
export type Typist = string | null

/** @param kind what is kept of the form: its draft, or the last request that was sent of it. @param key of the form. */
export const nameOf = (kind: 'draft' | 'intent', by: Typist, key: string) => `${kind}:${by ?? ''}:${key}`

/** All names that begin so. @throws Error where storage is blocked. */
export const namesFrom = (prefix: string) => Object.keys(localStorage).filter((name) => name.startsWith(prefix))

/** What the key of a form begins with where it names an older draft of the same form. A form's own key has no space. */
export const olderKey = (key: string) => `${key} `

/** Keeps a wallet's draft of a form under a second name, so that other words can take its place. */
export function setAside(by: string, key: string): void {
  const words = localStorage.getItem(nameOf('draft', by, key))
  if (words !== null) localStorage.setItem(nameOf('draft', by, olderKey(key) + Date.now()), words)
}

/** Gives what was typed in this browser while signed out to the wallet that signs in. Its own drafts are set aside for that. */
export function adoptDrafts(by: string): void {
  const prefix = nameOf('draft', null, '')
  try {
    for (const name of namesFrom(prefix)) {
      const key = name.slice(prefix.length)
      setAside(by, key)
      localStorage.setItem(nameOf('draft', by, key), localStorage.getItem(name) ?? '')
      localStorage.removeItem(name)
    }
  } catch {
    // Storage is blocked or full: the words stay in their form as long as the page.
  }
}
