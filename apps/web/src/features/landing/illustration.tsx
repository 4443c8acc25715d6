import drawings from './illustrations.svg?url'

interface IllustrationProps {
  name: 'register' | 'publish' | 'hand-over' | 'people' | 'secure' | 'reports'
  className: string | undefined
}

/** One of the illustrations. They are in a separate file that does not block the page's script. */
export function Illustration({ name, className }: IllustrationProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
