import { formatPatientId } from '../../lib/format.ts'
import classes from './display.module.css'

export function ZlId({ id }: { id: number }) {
  return (
    <bdi dir="ltr" className={classes.tag}>
      {formatPatientId(id)}
    </bdi>
  )
}
