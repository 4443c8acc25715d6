import type { Icon } from '@tabler/icons-react'
import { IconFileCheck, IconShieldLock, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBrand } from '../../lib/brand.ts'
import classes from './landing-sections.module.css'

const FEATURES: readonly { title: string; text: string; icon: Icon }[] = [
  {
    title: 'User Management',
    text: 'Staff accounts with role-based access control: each role sees and does what its work needs, and nothing else.',
    icon: IconUsersGroup,
  },
  {
    title: 'Secure Access',
    text: 'Sessions end on the server, files open only for those who may read them, and no patient data stays in the browser.',
    icon: IconShieldLock,
  },
  {
    title: 'Report Management',
    text: 'PDF and image reports are published to the right patient once, and found again by name, phone, EMR ID or date.',
    icon: IconFileCheck,
  },
]

export function FeaturesSection() {
  return (
    <section className={classes.section} aria-labelledby="features-title">
      <h2 className={classes.heading} id="features-title">
        Key features
      </h2>
      <div className={classes.features}>
        {FEATURES.map(({ title, text, icon: Sign }) => (
          <article key={title} className={classes.feature}>
            <Sign className={classes.icon} size={24} stroke={1.6} aria-hidden="true" />
            <h3 className={classes.featureTitle}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </article>
        ))}
      </div>
    </section>
  )
}

interface ProseSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A section that a button of the top bar leads to; it takes the focus. */
function ProseSection({ id, title, children }: ProseSectionProps) {
  return (
    <section id={id} className={classes.prose} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 className={classes.proseTitle} id={`${id}-title`}>
        {title}
      </h2>
      <div className={classes.proseText}>{children}</div>
    </section>
  )
}

export function AboutSection() {
  const productName = useBrand((brand) => brand.productName)
  return (
    <ProseSection id="about" title="About">
      <p>
        {productName} is the place where a medical laboratory keeps its patients and their reports together.
        Reception registers the patient, a technician or doctor publishes the report file, and from then on
        anyone who may see it finds it on the patient&apos;s page.
      </p>
      <p>
        Several laboratories can share one installation: each sees its own patients and reports, while the
        administrator keeps the overview.
      </p>
    </ProseSection>
  )
}

export function ContactSection() {
  return (
    <ProseSection id="contact" title="Contact">
      <p>
        Do you need an account, or has yours stopped working? Please turn to the administrator of your
        laboratory, who creates accounts and sends links for a new password.
      </p>
      <p>Signed-in staff find the support contact of their installation under Contact in the sidebar.</p>
    </ProseSection>
  )
}
