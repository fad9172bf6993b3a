/**
 * Remembers where the focus is. The returned function is called when the element there may be gone: then the focus moves to
 * what remains around it, which is the button of its menu, the heading of its part of the page, or the heading of the page.
 */
export function rememberPlace(): () => void {
  const element = document.activeElement
  const menu = element?.closest('[popover]')
  const around = menu
    ? document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
    : element?.closest('section')?.querySelector<HTMLElement>('h2, h3')
  return () => {
    if (document.activeElement !== document.body) return
    focusOn(around?.isConnected ? around : document.querySelector<HTMLElement>('main h1'))
  }
}

/** Moves the focus to an element that need not be focusable by itself, such as a heading. Nothing scrolls. */
export function focusOn(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Room for what stays at the edges of the window: a phone has the navigation there, a long record the links to its parts. */
const EDGE_PX = 96

/** Scrolls an element to the middle of the window if it is not in view. */
export function bringIntoView(element: Element | null): void {
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  if (top < EDGE_PX || bottom > innerHeight - EDGE_PX) element.scrollIntoView({ block: 'center' })
}
