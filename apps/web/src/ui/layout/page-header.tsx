import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BackFallback } from '../actions/go-back.ts'
import { useGoBack } from '../actions/go-back.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { useDocumentTitle } from './document-title.ts'
import classes from './page-header.module.css'
import * as texts from '../texts.ts'

interface PageHeaderProps {
  title: string
  /** Name in the browser's tab, where it differs from the title. */
  documentTitle?: string
  subtitle?: ReactNode
  /** Who or what the page is about, in large letters below the title. */
  subject?: ReactNode
  /** Shows the back control; says where it leads without history. */
  backTo?: BackFallback
  /** Badge or the like beside the title. */
  aside?: ReactNode
  actions?: ReactNode
  /** Filters and the like, on the line below the title. */
  children?: ReactNode
}

/** The page's one h1 with its back control and actions; names the browser tab too. */
export function PageHeader({
  title,
  documentTitle,
  subtitle,
  subject,
  backTo,
  aside,
  actions,
  children,
}: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <header className={classes.header}>
      {backTo && <BackControl fallback={backTo} />}
      <div className={classes.text}>
        <div className={classes.titleLine}>
          <h1 className={classes.title}>{title}</h1>
          {aside}
        </div>
        {subject !== undefined && <h2 className={classes.subject}>{subject}</h2>}
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
      {children && <div className={classes.tools}>{children}</div>}
    </header>
  )
}

function BackControl({ fallback }: { fallback: BackFallback }) {
  const goBack = useGoBack(fallback)
  return (
    <IconButton label={texts.goBack} size="md" className={classes.back ?? ''} onClick={goBack}>
      <IconArrowLeft size={18} stroke={1.75} />
    </IconButton>
  )
}
