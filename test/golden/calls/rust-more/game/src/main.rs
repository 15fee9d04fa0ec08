use game::engine::{Engine, EngineBuilder};
use game::entity::{Enemy, Entity, Player};

fn main() -> Result<(), game::GameError> {
    let mut engine = EngineBuilder::new().seed(42).size(10, 10).build()?;
    engine.spawn(Box::new(Player::named("bob")));
    engine.spawn(Box::new(Enemy::default()));
    run(&mut engine);
    Ok(())
}

fn run(engine: &mut Engine) {
    loop {
        match engine.tick() {
            game::Event::Moved(pos) => println!("{}", pos.distance()),
            game::Event::Hit { target, damage } => show(target.label(), damage),
            game::Event::Quit => break,
        }
    }
    engine.alive().for_each(|e| show(e.name().to_string(), 0));
}

fn show(label: String, n: u32) {
    println!("{label} {n}");
}
