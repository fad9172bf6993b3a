/** Takes the deadlines along, as a file for any calendar. */
export function CalendarLink({ href }: { href: string }) {
  return (
    <span className="block text-sm print:hidden">
      <a href={href} className="link" download>
        Add to a calendar
      </a>
    </span>
  )
}
