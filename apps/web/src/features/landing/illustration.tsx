import drawings from './illustrations.svg?url'

interface IllustrationProps {
  name: 'register' | 'publish' | 'hand-over' | 'people' | 'secure' | 'reports'
  className: string | undefined
}

/** One of the drawings; kept in a file of their own, which the page's script does not wait for. */
export function Illustration({ name, className }: IllustrationProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
