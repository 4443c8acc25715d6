import { INBOX_DROP_FILES, INBOX_ZIP_MAX_MB } from '@zelab/contract/limits'
import { formatCount } from '../../lib/format.ts'

export const tooMany = `Please add at most ${INBOX_DROP_FILES} files at a time, or one ZIP archive.`
export const zipAlone = 'Please add a ZIP archive by itself, without other files.'
export const zipTooLarge = `This ZIP archive is larger than ${INBOX_ZIP_MAX_MB} MB. Please split it.`

export const toInbox = (count: number) =>
  count === 1
    ? '1 file is being added to the inbox, because another file waits here'
    : `${formatCount(count)} files are being added to the inbox, because a report has one file`
export const openInbox = 'Open Inbox'
