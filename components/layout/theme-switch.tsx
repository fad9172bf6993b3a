import { Icon } from '@/components/ui/icon'

/** Switches light and dark; `public/theme.js` does the work, before the first paint and on a click. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-theme-switch
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="needs-script inline-flex size-11 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-vellum hover:text-ink"
    >
      <Icon name="sun" className="size-5 theme-dark" />
      <Icon name="moon" className="size-5 theme-light" />
    </button>
  )
}
