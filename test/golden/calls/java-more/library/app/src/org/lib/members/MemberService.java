package org.lib.members;

import org.lib.catalog.Item;
import java.util.*;

public class MemberService {
    private static MemberService instance;
    private final Repository<Member, String> repository = new MemberRepository();

    public static synchronized MemberService getInstance() {
        if (instance == null) instance = new MemberService();
        return instance;
    }

    public Optional<Member> lookup(String id) {
        return repository.findById(id).filter(m -> m.isActive());
    }

    public void register(String... names) {
        Arrays.stream(names).map(Member::new).forEach(repository::save);
    }
}

interface Repository<T, K> {
    Optional<T> findById(K key);
    void save(T value);
}

class MemberRepository implements Repository<Member, String> {
    private final List<Member> list = new ArrayList<>();

    public Optional<Member> findById(String key) {
        return list.stream().filter(m -> m.matches(key)).findFirst();
    }

    public void save(Member value) {
        list.add(value);
    }
}
