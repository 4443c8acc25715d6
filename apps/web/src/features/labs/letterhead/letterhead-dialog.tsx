import type { Letterhead, Saved } from '@zelab/contract'
import { useUpdateLetterhead } from '../../../lib/queries/letterheads.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { useIsPhoneWidth } from '../../../ui/layout/phone-width.ts'
import { LetterheadForm } from './letterhead-form.tsx'
import * as texts from './texts.tsx'

interface LetterheadDialogProps {
  labId: number
  letterhead: Saved<Letterhead>
  onClose: () => void
}

export function LetterheadDialog({ labId, letterhead, onClose }: LetterheadDialogProps) {
  const update = useUpdateLetterhead(labId)
  const isPhone = useIsPhoneWidth()
  return (
    <FormModal
      opened
      onClose={() => !update.isPending && onClose()}
      title={texts.letterhead}
      size="66rem"
      padding={isPhone ? 'md' : 'lg'}
      fullScreen={isPhone}
    >
      <LetterheadForm labId={labId} letterhead={letterhead} update={update} onClose={onClose} />
    </FormModal>
  )
}
