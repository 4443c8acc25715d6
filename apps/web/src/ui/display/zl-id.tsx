import { formatPatientId } from '../../lib/format.ts'
import classes from './display.module.css'

/** A patient's id as a tag, in one piece and in reading order inside text of any script. */
export function ZlId({ id }: { id: number }) {
  return (
    <bdi dir="ltr" className={classes.tag}>
      {formatPatientId(id)}
    </bdi>
  )
}
