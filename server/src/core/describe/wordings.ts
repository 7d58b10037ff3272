/** Wordings for common relations of Freebase whose labels read badly, and for the facts that a mediator connects. */
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

/** Reads rows: a key, then the fields of a wording in their order. An empty field is absent. */
function readWordings(rows: string): ReadonlyMap<string, Wording> {
  const fields = ['noun', 'forward', 'backward', 'when'];
  return new Map(
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [key = '', ...texts] = row.split('|').map((text) => text.trim());
        const wording = fields.map((field, at) => [field, texts[at]] as const).filter(([, text]) => text);
        return [key.replace(/^(.*\.)(.+)>(.+)$/, '$1$2>$1$3'), Object.fromEntries(wording)];
      }),
  );
}

/** By relation. */
export const RELATION_WORDINGS = readWordings(`
people.person.place_of_birth | place of birth of {s} | was born in {o} | is the birthplace of {s}
people.person.date_of_birth | date of birth of {s} | |  | was born
people.deceased_person.place_of_death | place of death of {s} | died in {o} | is where {s} died
people.deceased_person.date_of_death | date of death of {s} | |  | died
people.deceased_person.cause_of_death | causes of death of {s} | died of {o}
people.deceased_person.place_of_burial | | is buried in {o}
people.person.nationality | nationality of {s} | has the nationality {o}
people.person.profession | professions of {s} | has the profession {o}
people.person.religion | religion of {s} | has the religion {o}
people.person.gender | gender of {s} | has the gender {o}
people.person.ethnicity | ethnicity of {s} | has the ethnicity {o}
people.person.parents | parents of {s} | is a child of {o} | is a parent of {s}
people.person.children | children of {s} | is a parent of {o} | is a child of {s}
people.person.languages | languages that {s} speaks | speaks {o}
people.ethnicity.languages_spoken | languages spoken by {s}
people.ethnicity.geographic_distribution | places where {s} live | lives in {o}
location.location.people_born_here | people born in {s} | is the birthplace of {o} | was born in {s}
location.location.containedby | places that contain {s} | is in {o} | contains {s}
location.location.contains | places in {s} | contains {o} | is in {s}
location.location.time_zones | time zones of {s} | is in the time zone {o}
location.country.capital | capital of {s} | has the capital {o} | is the capital of {s}
location.country.official_language | official languages of {s} | has the official language {o}
location.country.languages_spoken | languages spoken in {s} | is a country where {o} is spoken | is spoken in {s}
location.country.currency_used | currency used in {s} | uses the currency {o} | is the currency used in {s}
location.country.currency_formerly_used | currencies formerly used in {s} | formerly used the currency {o}
location.country.form_of_government | forms of government of {s} | has the form of government {o}
location.country.administrative_divisions | administrative divisions of {s} | has the administrative division {o}
location.administrative_division.country | country that {s} is a division of | is an administrative division of {o}
location.location.partially_contains | places partly in {s} | partly contains {o}
location.location.partially_containedby | places that partly contain {s} | is partly in {o}
base.locations.countries.continent | continent of {s} | is in the continent {o}
base.biblioness.bibs_location.country | country of {s} | is in {o}
location.hud_county_place.county | county of {s} | is in the county {o}
language.human_language.countries_spoken_in | countries where {s} is spoken | is spoken in {o} | is a country where {s} is spoken
language.human_language.main_country | main country of {s} | is spoken mainly in {o}
travel.travel_destination.tourist_attractions | tourist attractions in {s} | has the tourist attraction {o}
influence.influence_node.influenced_by | influences on {s} | was influenced by {o} | influenced {s}
influence.influence_node.influenced | people or things influenced by {s} | influenced {o} | was influenced by {s}
film.film.directed_by | directors of {s} | was directed by {o} | directed {s}
film.director.film | films directed by {s} | directed {o} | was directed by {s}
film.film.written_by | writers of {s} | was written by {o} | wrote {s}
film.writer.film | films written by {s} | wrote {o} | was written by {s}
film.film.produced_by | producers of {s} | was produced by {o} | produced {s}
film.producer.film | films produced by {s} | produced {o} | was produced by {s}
film.film.music | composers of the music of {s} | has music by {o} | wrote the music of {s}
film.film.initial_release_date | release date of {s} | |  | was first released
film.film_subject.films | films about {s} | is the subject of the film {o} | is about {s}
film.film_location.featured_in_films | films featuring {s} | is featured in {o}
book.author.works_written | works written by {s} | wrote {o} | was written by {s}
book.written_work.author | authors of {s} | was written by {o} | wrote {s}
book.book_subject.works | works about {s} | is the subject of {o} | is about {s}
book.author.book_editions_published | book editions published by {s}
book.written_work.date_of_first_publication | |  | | was first published
music.composer.compositions | compositions by {s} | composed {o} | was composed by {s}
music.lyricist.lyrics_written | compositions with lyrics by {s} | wrote the lyrics of {o} | has lyrics by {s}
music.artist.genre | musical genres of {s} | plays {o}
music.artist.album | albums by {s} | made the album {o} | is an album by {s}
music.artist.track | tracks by {s} | recorded the track {o} | was recorded by {s}
music.artist.origin | place of origin of {s} | comes from {o}
music.group_member.instruments_played | instruments played by {s} | plays the {o}
organization.organization.founders | founders of {s} | was founded by {o} | founded {s}
organization.organization.date_founded | founding date of {s} | |  | was founded
organization.organization_founder.organizations_founded | organizations founded by {s} | founded {o} | was founded by {s}
religion.religion.founding_figures | founding figures of {s} | has the founding figure {o}
sports.sports_team.founded | founding date of {s} | |  | was founded
sports.sports_team.location | location of {s} | is based in {o}
sports.sports_team_location.teams | sports teams from {s} | is home to {o}
sports.sports_team.arena_stadium | home arena or stadium of {s} | plays at {o}
sports.sports_team.championships | championships won by {s} | won {o} | was won by {s}
sports.sports_championship_event.champion | | was won by {o} | won {s}
sports.sports_championship_event.runner_up | | had the runner-up {o} | was runner-up in {s}
law.inventor.inventions | inventions of {s} | invented {o} | was invented by {s}
government.us_president.vice_president | vice presidents of {s} | | was vice president of {s}
government.election.winner | winner of {s} | was won by {o} | won {s}
architecture.structure.opened | opening date of {s} | |  | opened
architecture.architect.structures_designed | structures designed by {s} | designed {o} | was designed by {s}
time.event.locations | location of {s} | took place in {o}
time.event.start_date | start date of {s} | |  | began
time.event.end_date | end date of {s} | |  | ended
common.topic.notable_types | notable type of {s} | has the notable type {o}
type.object.name | name of {s} | is called {o}
common.topic.alias | other names of {s} | is also called {o}
`);

/** How one role of a mediator {s} relates to another {o}: `film.performance.actor>film`. Both orders are looked up. */
export const EVENT_WORDINGS = readWordings(`
film.performance.actor>film | films that {s} acted in | acted in {o} | starred {s}
film.performance.film>actor | actors in {s}
film.performance.actor>character | characters that {s} played | played {o} | was played by {s}
film.performance.character>actor | actors who played {s}
film.performance.film>character | characters in {s} | has the character {o} | appears in {s}
film.performance.character>film | films in which {s} appears
tv.regular_tv_appearance.actor>series | TV programs that {s} acted in | acted in {o} | starred {s}
tv.regular_tv_appearance.series>actor | actors in {s}
tv.regular_tv_appearance.actor>character | characters that {s} played | played {o} | was played by {s}
tv.regular_tv_appearance.character>actor | actors who played {s}
tv.regular_tv_appearance.series>character | characters in {s} | has the character {o} | appears in {s}
people.marriage.spouse>spouse | spouses of {s} | married {o} | married {s}
people.sibling_relationship.sibling>sibling | siblings of {s} | is a sibling of {o} | is a sibling of {s}
education.education.student>institution | schools that {s} attended | attended {o} | was attended by {s}
education.education.institution>student | students of {s}
education.education.student>degree | degrees of {s} | has the degree {o}
education.education.student>major_field_of_study | fields that {s} studied | studied {o} | was studied by {s}
sports.sports_team_roster.player>team | teams that {s} played for | played for {o} | had the player {s}
sports.sports_team_roster.team>player | players of {s}
people.place_lived.person>location | places where {s} lived | lived in {o} | is a place where {s} lived
people.place_lived.location>person | people who lived in {s}
location.adjoining_relationship.adjoins>adjoins | places that adjoin {s} | adjoins {o} | adjoins {s}
government.government_position_held.jurisdiction_of_office>office_holder | holders of government positions in {s} | had the official {o} | held a government position in {s}
government.government_position_held.district_represented>office_holder | representatives of {s} | was represented by {o} | represented {s}
government.government_position_held.office_position_or_title>office_holder | holders of the office {s} | was held by {o} | held the office {s}
government.government_position_held.office_holder>office_position_or_title | offices that {s} held | held the office {o} | was held by {s}
government.government_position_held.office_holder>jurisdiction_of_office | places where {s} held a government position | held a government position in {o}
government.political_party_tenure.politician>party | parties of {s} | belonged to the party {o}
music.group_membership.member>group | musical groups that {s} was a member of | was a member of {o} | had the member {s}
music.group_membership.group>member | members of {s}
organization.organization_membership.organization>member | members of {s} | | is a member of {s}
award.award_honor.award_winner>award | awards that {s} won | won {o} | was won by {s}
award.award_honor.award>award_winner | winners of {s}
award.award_nomination.award_nominee>award | awards that {s} was nominated for | was nominated for {o}
`);

/** A further role of a mediator: "acted in Taken *as Kim*". */
export const ROLE_WORDINGS: Readonly<Record<string, string>> = {
  'film.performance.film': 'in {o}',
  'film.performance.character': 'as {o}',
  'film.performance.actor': 'with the actor {o}',
  'tv.regular_tv_appearance.character': 'as {o}',
  'tv.regular_tv_appearance.series': 'in {o}',
  'government.government_position_held.basic_title': 'as {o}',
  'government.government_position_held.office_position_or_title': 'as {o}',
  'government.government_position_held.jurisdiction_of_office': 'in {o}',
  'government.government_position_held.district_represented': 'for {o}',
  'government.government_position_held.governmental_body': 'in {o}',
  'government.government_position_held.appointed_by': 'appointed by {o}',
  'people.marriage.type_of_union': 'joined by {o}',
  'people.marriage.spouse': 'with {o}',
  'education.education.institution': 'at {o}',
  'education.education.major_field_of_study': 'studying {o}',
  'sports.sports_team_roster.position': 'as {o}',
  'award.award_honor.award': 'winning {o}',
  'award.award_nomination.nominated_for': 'for {o}',
};
