import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { can } from '@zelab/contract'
import { contactQuery } from '../../lib/queries/settings.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { toastProblem, toastSuccess } from '../../ui/feedback/toasts.ts'
import { oneFileOnly } from '../../ui/form/texts.ts'
import { problemOfFile, problemOfFiles } from './file-choice.ts'
import * as texts from './texts.ts'
import { addFiles } from './upload-queue.ts'

/** Adds files that a form cannot take to the inbox, in the background. Without an inbox, none is taken. */
export const useFilesToInbox = (): ((files: readonly File[]) => void) => {
  const navigate = useNavigate()
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  return (files) => {
    // An Admin has to choose a lab in the inbox.
    const { user } = useSessionStore.getState()
    if (!user?.lab || !can(user.userType.name, 'reports:publish'))
      return toastProblem(oneFileOnly(files.length))
    const problem = problemOfFiles(files)
    if (problem !== undefined) return toastProblem(problem)
    addFiles(files, { labId: undefined, limitMb })
    const refused = files.flatMap((file) => {
      const why = problemOfFile(file, limitMb)
      return why === undefined ? [] : [`${file.name}: ${why}`]
    })
    if (refused.length > 0) toastProblem(refused.join('\n'))
    if (refused.length === files.length) return
    toastSuccess(texts.toInbox(files.length - refused.length), [
      { label: texts.openInbox, follow: () => void navigate({ to: '/user/inbox' }) },
    ])
  }
}
