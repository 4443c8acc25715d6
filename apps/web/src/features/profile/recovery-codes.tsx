import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useBrand } from '../../lib/brand.ts'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import classes from './second-factor.module.css'
import * as texts from './texts.tsx'

/** Recovery codes for a lost phone, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const productName = useBrand((brand) => brand.productName)
  const text = `${texts.recoveryCodesOf(productName)}\n\n${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <MessageDialog
      opened
      onClose={onDone}
      title={texts.recoveryCodes}
      size="28rem"
      withCloseButton
      closeOnClickOutside={false}
      message={texts.recoveryCodesHint}
      actions={
        <>
          <Button
            component="a"
            href={file}
            download="zelab-recovery-codes.txt"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
          >
            {texts.download}
          </Button>
          <Button onClick={onDone}>{texts.keptCodes}</Button>
        </>
      }
    >
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ol>
    </MessageDialog>
  )
}
