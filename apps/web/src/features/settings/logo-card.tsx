import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { LOGO_MAX_KB } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useId, useRef, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useBrand } from '../../lib/brand.ts'
import { useChangeLogo } from '../../lib/queries/settings.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import classes from './logo-card.module.css'
import * as texts from './texts.ts'

const ENDINGS = '.png,.jpg,.jpeg'

/** The logo as it is shown, to be set or removed at once: it is no part of what the form below saves. */
export function LogoCard() {
  const hasLogo = useBrand((brand) => brand.logoAddress !== null)
  const change = useChangeLogo()
  const [problem, setProblem] = useState<string>()
  const resetPicker = useRef<() => void>(null)
  const hintId = useId()

  const save = async (file: File | null): Promise<void> => {
    setProblem(undefined)
    try {
      await change.mutateAsync(file)
      toastSuccess(file ? SUCCESS.saved : SUCCESS.logoRemoved)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const pick = (file: File | null) => {
    // Without the reset the picker would not tell when the same file is chosen again.
    resetPicker.current?.()
    if (!file) return
    if (file.size > LOGO_MAX_KB * 1024) setProblem(REFUSAL.LOGO_TOO_LARGE)
    else void save(file)
  }
  const isSetting = change.isPending && change.variables !== null
  return (
    <SectionCard title={texts.logo}>
      <div className={classes.row}>
        <div className={classes.preview} data-testid="logo-preview">
          <BrandMark size={40} />
        </div>
        <div className={classes.text}>
          <div className={classes.buttons}>
            <FileButton resetRef={resetPicker} accept={ENDINGS} onChange={pick} disabled={change.isPending}>
              {(props) => (
                <SubmitButton
                  {...props}
                  variant="default"
                  isPending={isSetting}
                  pendingLabel={texts.uploading}
                  leftSection={<IconUpload size={16} stroke={1.75} />}
                  aria-describedby={hintId}
                >
                  {hasLogo ? texts.replaceLogo : texts.uploadLogo}
                </SubmitButton>
              )}
            </FileButton>
            {hasLogo && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={16} stroke={1.75} />}
                disabled={change.isPending}
                onClick={() => void save(null)}
              >
                {texts.remove}
              </Button>
            )}
          </div>
          <p className={classes.hint} id={hintId}>
            {texts.logoHint(LOGO_MAX_KB)}
          </p>
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
    </SectionCard>
  )
}
