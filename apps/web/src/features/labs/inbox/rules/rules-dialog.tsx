import type { InboxSettings, Saved } from '@zelab/contract'
import { useUpdateInboxSettings } from '../queries.ts'
import { FormModal } from '../../../../ui/form/form-modal.tsx'
import { useIsPhoneWidth } from '../../../../ui/layout/phone-width.ts'
import { RulesForm } from './rules-form-fields.tsx'
import * as texts from './texts.tsx'

interface RulesDialogProps {
  labId: number
  settings: Saved<InboxSettings>
  onClose: () => void
}

export function RulesDialog({ labId, settings, onClose }: RulesDialogProps) {
  const update = useUpdateInboxSettings(labId)
  const isPhone = useIsPhoneWidth()
  return (
    <FormModal
      opened
      onClose={() => !update.isPending && onClose()}
      title={texts.inboxRules}
      size="66rem"
      padding={isPhone ? 'md' : 'lg'}
      fullScreen={isPhone}
    >
      <RulesForm labId={labId} settings={settings} update={update} onClose={onClose} />
    </FormModal>
  )
}
