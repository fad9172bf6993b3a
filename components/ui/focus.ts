/** Moves the focus to an element that need not be focusable by itself, such as a heading. Nothing scrolls. */
export function focusOn(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
