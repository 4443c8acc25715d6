import { formatCount } from '../../../lib/format.ts'

const files = (count: number) => (count === 1 ? '1 file' : `${formatCount(count)} files`)

export const chooseFiles = 'Choose Files'
export const dropHere = 'Drop the files to add them to the inbox'
export const uploads = 'Uploads'

export const adding = (done: number, all: number) => `${formatCount(done)} of ${files(all)} sent`
export const allSent = (count: number) => `${files(count)} sent`
export const overall = 'All files'
export const added = (count: number) => `${files(count)} added`
export const duplicates = (count: number) => `${formatCount(count)} already known`
export const refused = (count: number) => `${formatCount(count)} refused`
export const keepOpen =
  'Keep this page open until all files are sent. The browser cannot store them, so closing the page stops the upload.'
export const continues = 'You can close this page. The upload continues when you open the inbox again.'
export const connectionFailed = 'The server cannot be reached or is busy. The upload continues automatically.'
export const cancelRest = 'Cancel the Rest'
export const hide = 'Hide'
export const fileList = 'Files'
export const progressOf = (file: string) => `Progress of ${file}`
export const STATES = {
  waiting: 'Waiting',
  sending: 'Sending',
  checking: 'Checking',
  done: 'Added',
  duplicate: 'Already known',
  refused: 'Refused',
} as const
export const inArchive = (archive: string, file: string) => `${archive} › ${file}`

export const whichLab = 'Which lab do these files belong to?'
export const lab = 'Lab'
export const chooseLab = 'Select a lab'
export const addFiles = 'Add Files'
