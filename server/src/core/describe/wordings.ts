/** Wordings for common relations of Freebase whose labels read badly. */
export interface Wording {
  /** A noun for the object, with the subject as {s}; in the plural if there can be several objects. */
  readonly noun?: string;
  /** What the subject does to the object {o}. */
  readonly forward?: string;
  /** What the object does to the subject {s}. */
  readonly backward?: string;
  /** The verb before a date. */
  readonly when?: string;
}

export const RELATION_WORDINGS: Readonly<Record<string, Wording>> = {
  'people.person.place_of_birth': {
    noun: 'place of birth of {s}',
    forward: 'was born in {o}',
    backward: 'is the birthplace of {s}',
  },
  'people.person.date_of_birth': { noun: 'date of birth of {s}', when: 'was born' },
  'people.deceased_person.place_of_death': {
    noun: 'place of death of {s}',
    forward: 'died in {o}',
    backward: 'is where {s} died',
  },
  'people.deceased_person.date_of_death': { noun: 'date of death of {s}', when: 'died' },
  'people.deceased_person.cause_of_death': { forward: 'died of {o}', noun: 'causes of death of {s}' },
  'people.deceased_person.place_of_burial': { forward: 'is buried in {o}' },
  'people.person.nationality': { noun: 'nationality of {s}', forward: 'has the nationality {o}' },
  'people.person.profession': { noun: 'professions of {s}', forward: 'has the profession {o}' },
  'people.person.religion': { noun: 'religion of {s}', forward: 'has the religion {o}' },
  'people.person.gender': { noun: 'gender of {s}', forward: 'has the gender {o}' },
  'people.person.ethnicity': { noun: 'ethnicity of {s}', forward: 'has the ethnicity {o}' },
  'people.person.parents': {
    noun: 'parents of {s}',
    forward: 'is a child of {o}',
    backward: 'is a parent of {s}',
  },
  'people.person.children': {
    noun: 'children of {s}',
    forward: 'is a parent of {o}',
    backward: 'is a child of {s}',
  },
  'people.person.languages': { noun: 'languages that {s} speaks', forward: 'speaks {o}' },
  'people.ethnicity.languages_spoken': { noun: 'languages spoken by {s}' },
  'people.ethnicity.geographic_distribution': { noun: 'places where {s} live', forward: 'lives in {o}' },
  'location.location.people_born_here': {
    noun: 'people born in {s}',
    forward: 'is the birthplace of {o}',
    backward: 'was born in {s}',
  },
  'location.location.containedby': {
    noun: 'places that contain {s}',
    forward: 'is in {o}',
    backward: 'contains {s}',
  },
  'location.location.contains': { noun: 'places in {s}', forward: 'contains {o}', backward: 'is in {s}' },
  'location.location.time_zones': { noun: 'time zones of {s}', forward: 'is in the time zone {o}' },
  'location.country.capital': {
    noun: 'capital of {s}',
    forward: 'has the capital {o}',
    backward: 'is the capital of {s}',
  },
  'location.country.official_language': {
    noun: 'official languages of {s}',
    forward: 'has the official language {o}',
  },
  'location.country.languages_spoken': {
    noun: 'languages spoken in {s}',
    forward: 'is a country where {o} is spoken',
    backward: 'is spoken in {s}',
  },
  'location.country.currency_used': {
    noun: 'currency used in {s}',
    forward: 'uses the currency {o}',
    backward: 'is the currency used in {s}',
  },
  'location.country.currency_formerly_used': {
    noun: 'currencies formerly used in {s}',
    forward: 'formerly used the currency {o}',
  },
  'location.country.form_of_government': {
    noun: 'forms of government of {s}',
    forward: 'has the form of government {o}',
  },
  'location.country.administrative_divisions': {
    noun: 'administrative divisions of {s}',
    forward: 'has the administrative division {o}',
  },
  'location.administrative_division.country': {
    noun: 'country that {s} is a division of',
    forward: 'is an administrative division of {o}',
  },
  'location.location.partially_contains': { noun: 'places partly in {s}', forward: 'partly contains {o}' },
  'location.location.partially_containedby': {
    noun: 'places that partly contain {s}',
    forward: 'is partly in {o}',
  },
  'base.locations.countries.continent': { noun: 'continent of {s}', forward: 'is in the continent {o}' },
  'base.biblioness.bibs_location.country': { noun: 'country of {s}', forward: 'is in {o}' },
  'location.hud_county_place.county': { noun: 'county of {s}', forward: 'is in the county {o}' },
  'language.human_language.countries_spoken_in': {
    noun: 'countries where {s} is spoken',
    forward: 'is spoken in {o}',
    backward: 'is a country where {s} is spoken',
  },
  'language.human_language.main_country': { noun: 'main country of {s}', forward: 'is spoken mainly in {o}' },
  'travel.travel_destination.tourist_attractions': {
    noun: 'tourist attractions in {s}',
    forward: 'has the tourist attraction {o}',
  },
  'influence.influence_node.influenced_by': {
    noun: 'influences on {s}',
    forward: 'was influenced by {o}',
    backward: 'influenced {s}',
  },
  'influence.influence_node.influenced': {
    noun: 'people or things influenced by {s}',
    forward: 'influenced {o}',
    backward: 'was influenced by {s}',
  },
  'film.film.directed_by': {
    noun: 'directors of {s}',
    forward: 'was directed by {o}',
    backward: 'directed {s}',
  },
  'film.director.film': {
    noun: 'films directed by {s}',
    forward: 'directed {o}',
    backward: 'was directed by {s}',
  },
  'film.film.written_by': { noun: 'writers of {s}', forward: 'was written by {o}', backward: 'wrote {s}' },
  'film.writer.film': { noun: 'films written by {s}', forward: 'wrote {o}', backward: 'was written by {s}' },
  'film.film.produced_by': {
    noun: 'producers of {s}',
    forward: 'was produced by {o}',
    backward: 'produced {s}',
  },
  'film.producer.film': {
    noun: 'films produced by {s}',
    forward: 'produced {o}',
    backward: 'was produced by {s}',
  },
  'film.film.music': {
    noun: 'composers of the music of {s}',
    forward: 'has music by {o}',
    backward: 'wrote the music of {s}',
  },
  'film.film.initial_release_date': { noun: 'release date of {s}', when: 'was first released' },
  'film.film_subject.films': {
    noun: 'films about {s}',
    forward: 'is the subject of the film {o}',
    backward: 'is about {s}',
  },
  'film.film_location.featured_in_films': { noun: 'films featuring {s}', forward: 'is featured in {o}' },
  'book.author.works_written': {
    noun: 'works written by {s}',
    forward: 'wrote {o}',
    backward: 'was written by {s}',
  },
  'book.written_work.author': {
    noun: 'authors of {s}',
    forward: 'was written by {o}',
    backward: 'wrote {s}',
  },
  'book.book_subject.works': {
    noun: 'works about {s}',
    forward: 'is the subject of {o}',
    backward: 'is about {s}',
  },
  'book.author.book_editions_published': { noun: 'book editions published by {s}' },
  'book.written_work.date_of_first_publication': { when: 'was first published' },
  'music.composer.compositions': {
    noun: 'compositions by {s}',
    forward: 'composed {o}',
    backward: 'was composed by {s}',
  },
  'music.lyricist.lyrics_written': {
    noun: 'compositions with lyrics by {s}',
    forward: 'wrote the lyrics of {o}',
    backward: 'has lyrics by {s}',
  },
  'music.artist.genre': { noun: 'musical genres of {s}', forward: 'plays {o}' },
  'music.artist.album': {
    noun: 'albums by {s}',
    forward: 'made the album {o}',
    backward: 'is an album by {s}',
  },
  'music.artist.track': {
    noun: 'tracks by {s}',
    forward: 'recorded the track {o}',
    backward: 'was recorded by {s}',
  },
  'music.artist.origin': { noun: 'place of origin of {s}', forward: 'comes from {o}' },
  'music.group_member.instruments_played': { noun: 'instruments played by {s}', forward: 'plays the {o}' },
  'organization.organization.founders': {
    noun: 'founders of {s}',
    forward: 'was founded by {o}',
    backward: 'founded {s}',
  },
  'organization.organization.date_founded': { noun: 'founding date of {s}', when: 'was founded' },
  'organization.organization_founder.organizations_founded': {
    noun: 'organizations founded by {s}',
    forward: 'founded {o}',
    backward: 'was founded by {s}',
  },
  'religion.religion.founding_figures': {
    noun: 'founding figures of {s}',
    forward: 'has the founding figure {o}',
  },
  'sports.sports_team.founded': { noun: 'founding date of {s}', when: 'was founded' },
  'sports.sports_team.location': { noun: 'location of {s}', forward: 'is based in {o}' },
  'sports.sports_team_location.teams': { noun: 'sports teams from {s}', forward: 'is home to {o}' },
  'sports.sports_team.arena_stadium': { noun: 'home arena or stadium of {s}', forward: 'plays at {o}' },
  'sports.sports_team.championships': {
    noun: 'championships won by {s}',
    forward: 'won {o}',
    backward: 'was won by {s}',
  },
  'sports.sports_championship_event.champion': { forward: 'was won by {o}', backward: 'won {s}' },
  'sports.sports_championship_event.runner_up': {
    forward: 'had the runner-up {o}',
    backward: 'was runner-up in {s}',
  },
  'law.inventor.inventions': {
    noun: 'inventions of {s}',
    forward: 'invented {o}',
    backward: 'was invented by {s}',
  },
  'government.us_president.vice_president': {
    noun: 'vice presidents of {s}',
    backward: 'was vice president of {s}',
  },
  'government.election.winner': { noun: 'winner of {s}', forward: 'was won by {o}', backward: 'won {s}' },
  'architecture.structure.opened': { noun: 'opening date of {s}', when: 'opened' },
  'architecture.architect.structures_designed': {
    noun: 'structures designed by {s}',
    forward: 'designed {o}',
    backward: 'was designed by {s}',
  },
  'time.event.locations': { noun: 'location of {s}', forward: 'took place in {o}' },
  'time.event.start_date': { noun: 'start date of {s}', when: 'began' },
  'time.event.end_date': { noun: 'end date of {s}', when: 'ended' },
  'common.topic.notable_types': { noun: 'notable type of {s}', forward: 'has the notable type {o}' },
  'type.object.name': { noun: 'name of {s}', forward: 'is called {o}' },
  'common.topic.alias': { noun: 'other names of {s}', forward: 'is also called {o}' },
};
