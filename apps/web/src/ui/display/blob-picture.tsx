import type { ComponentProps } from 'react'
import { useCallback } from 'react'

interface BlobPictureProps extends Omit<ComponentProps<'img'>, 'src' | 'ref'> {
  blob: Blob
  alt: string
}

/** Shows a fetched image and revokes its object URL afterwards. */
export function BlobPicture({ blob, alt, ...rest }: BlobPictureProps) {
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(blob)
      picture.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
  return <img {...rest} ref={show} alt={alt} />
}
