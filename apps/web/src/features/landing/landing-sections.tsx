import type { ReactNode } from 'react'
import { useBrand } from '../../lib/brand.ts'
import classes from './landing-page.module.css'
import * as texts from './texts.ts'
import drawings from './illustrations.svg?url'

const { way, features } = texts

const STEPS = [
  { ...way.register, drawing: 'register' },
  { ...way.publish, drawing: 'publish' },
  { ...way.handOver, drawing: 'hand-over' },
] as const

const FEATURES = [
  { ...features.users, drawing: 'people' },
  { ...features.access, drawing: 'secure' },
  { ...features.reports, drawing: 'reports' },
] as const

export function WaySection() {
  return (
    <section className={classes.section} aria-labelledby="way-title">
      <h2 className={classes.heading} id="way-title">
        {way.title}
      </h2>
      <ol className={classes.steps}>
        {STEPS.map(({ title, text, drawing }) => (
          <li key={title} className={classes.step}>
            <Illustration name={drawing} className={classes.drawing} />
            <h3 className={classes.name}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function FeaturesSection() {
  return (
    <section className={classes.band} aria-labelledby="features-title">
      <div className={classes.inner}>
        <h2 className={classes.heading} id="features-title">
          {features.title}
        </h2>
        <div className={classes.features}>
          {FEATURES.map(({ title, text, drawing }) => (
            <article key={title} className={classes.feature}>
              <Illustration name={drawing} className={classes.drawing} />
              <h3 className={classes.name}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

interface ProseSectionProps {
  id: string
  title: string
  children: ReactNode
}

function ProseSection({ id, title, children }: ProseSectionProps) {
  return (
    <section id={id} className={classes.prose} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 className={classes.heading} id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function ProseSections() {
  const productName = useBrand((brand) => brand.productName)
  return (
    <div className={classes.pair}>
      <ProseSection id="about" title={texts.about}>
        <p>{texts.aboutProduct(productName)}</p>
        <p>{texts.aboutLabs}</p>
      </ProseSection>
      <ProseSection id="contact" title={texts.contact}>
        <p>{texts.contactAdmin}</p>
        <p>{texts.contactStaff}</p>
        <p>
          <a href="/guide/" className={classes.link}>
            {texts.guide}
          </a>
        </p>
      </ProseSection>
    </div>
  )
}

interface IllustrationProps {
  name: 'register' | 'publish' | 'hand-over' | 'people' | 'secure' | 'reports'
  className: string | undefined
}

/** Sprite in a separate file, to keep it out of the script. */
function Illustration({ name, className }: IllustrationProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
