/** A pressed sprig: the site's ornament. The style sheet draws it, so that neither pages nor the scripts for errors carry it. */
export const Sprig = ({ className }: { className: string }) => <span className={`sprig ${className}`} />
