import { Fragment } from 'react'

/** A file name that wraps after separators before it wraps within words. */
export function FileName({ name }: { name: string }) {
  return (
    <bdi>
      {name.split(/(?<=[_.-])(?=[^_.-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
