import { vi } from 'vitest'

/** Storage as the Web Storage standard has it: entries are its own enumerable properties. */
export function makeStorage(): object {
  const methods = {
    getItem: (name: string) => Reflect.get(storage, name) ?? null,
    setItem: (name: string, text: string) => void Reflect.set(storage, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  const storage: object = Object.create(methods)
  return storage
}

class StorageEventOfPage extends Event {
  readonly key: string | null
  constructor(type: string, { key }: { readonly key: string | null }) {
    super(type)
    this.key = key
  }
}

/** The methods of an event target that scripts call by their bare names. */
const bound = (target: EventTarget) => ({
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
})

/**
 * Makes this process a page as its scripts see one, for scripts that render nothing; `vi.unstubAllGlobals()` ends it. Import what
 * looks for a page behind this call.
 */
export function openScriptPage(storage: object = makeStorage()) {
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false, title: 'A page', activeElement: null, body: null })
  const location = { hostname: 'trellis.example', pathname: '/', href: 'https://trellis.example/' }
  // React looks for the focused element, in frames too.
  const globals = { document, location, localStorage: storage, HTMLIFrameElement: class {} }
  Object.assign(page, globals)
  const stubs = { window: page, StorageEvent: StorageEventOfPage, ...globals, ...bound(page) }
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value)
  return { page, storage }
}

/** The browser shows the document again: from its back/forward cache, or after it was loaded. */
export const showPage = (persisted: boolean) =>
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }) as PageTransitionEvent) // what its listeners read
